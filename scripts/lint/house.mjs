const message = 'What people read stands in messages/*.json, in five languages.'

/** Two letters in a row are a word, and words are translated. */
const isWord = (value) => typeof value === 'string' && /\p{L}{2}/u.test(value)

const READ_ALOUD = /^(?:alt|title|placeholder|label|aria-(?:label|description|roledescription|valuetext))$/

/** The project's own rules, for ESLint and oxlint. https://oxc.rs/docs/guide/usage/linter/js-plugins.html */
export default {
  meta: { name: 'house' },
  rules: {
    /** An object lists its members singly: groups that a spread makes of them tell the compiler nothing. */
    'no-spread-literal': {
      create: (context) => ({
        'ObjectExpression > SpreadElement > ObjectExpression'(node) {
          context.report({ node, message: 'Write these members into the object around them.' })
        },
      }),
    },
    words: {
      create: (context) => ({
        JSXText(node) {
          if (isWord(node.value)) context.report({ node, message })
        },
        JSXExpressionContainer(node) {
          if (node.parent.type !== 'JSXAttribute' && isWord(node.expression.value))
            context.report({ node, message })
        },
        JSXAttribute(node) {
          if (
            node.name.type === 'JSXIdentifier' &&
            READ_ALOUD.test(node.name.name) &&
            isWord(node.value?.value)
          )
            context.report({ node, message })
        },
      }),
    },
  },
}
