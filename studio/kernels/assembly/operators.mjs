/** Run by the compiler: makes the operators of `Operators` (`math.ts`) those of its own v128, which has none. */
export default {
  afterParse({ sources }) {
    const statements = sources.flatMap((source) => source.statements)
    const classOf = (name) =>
      statements.find((statement) => statement.members && statement.name?.text === name)
    classOf('V128').members.push(...classOf('Operators').members)
  },
}
