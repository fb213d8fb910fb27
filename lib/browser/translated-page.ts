/** Text nodes that a translation took off the page, and what it put in their place. */
const translations = new WeakMap<Node, Node>()

/**
 * Keeps React at home on a page that the browser translates. Chrome, and what works as it does, puts
 * `<font><font>…</font></font>` in the place of every text node, of which React knows nothing: taking the text away or
 * putting something before it throws, and words that change are written where nobody sees them (react 11538). From now
 * on such a call means what stands in the text's place.
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

/** What stands in the node's place below this parent; the node itself where nothing does. */
function shownOf(node: Node, parent: Node): Node {
  const translation = translations.get(node)
  return node.parentNode !== parent && translation?.parentNode === parent ? translation : node
}
