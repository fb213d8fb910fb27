/** Text nodes that a translation removed from the page, and the element that replaced each. */
const translations = new WeakMap<Node, Node>()

/**
 * Lets React update a page that the browser translates. Chrome and similar translators replace every text node by
 * `<font><font>…</font></font>`. React still holds the removed text: to remove it, or to insert something before it, throws,
 * and a changed text is written into a node that is not on the page (https://github.com/facebook/react/issues/11538). From
 * this call on, the DOM applies these operations to the element that replaced the text.
 */
export function followTranslations(document: Document): void {
  const view = document.defaultView
  if (!view) return
  new view.MutationObserver(remember).observe(document.documentElement, { childList: true, subtree: true })
  const { prototype } = view.Node
  // eslint-disable-next-line typescript/unbound-method -- each is called with the node it belongs to
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, shownOf(child, this))
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && shownOf(before, this))
    return node
  }
  const text = Object.getOwnPropertyDescriptor(prototype, 'nodeValue')
  Object.defineProperty(prototype, 'nodeValue', {
    ...text,
    set(this: Node, value: string | null) {
      text?.set?.call(this, value)
      const translation = translations.get(this)
      if (translation?.isConnected && !this.isConnected) translation.textContent = value
    },
  })
}

function remember(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const beside = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
    if (!beside) continue
    for (const node of removedNodes) if (node.nodeName === '#text') translations.set(node, beside)
  }
}

/** The element that replaced the node below this parent, or the node itself. */
function shownOf(node: Node, parent: Node): Node {
  const translation = translations.get(node)
  return node.parentNode !== parent && translation?.parentNode === parent ? translation : node
}
