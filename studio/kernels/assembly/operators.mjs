import { Transform } from 'assemblyscript/transform'

/** Makes the operators of `Operators` (`math.ts`) those of the compiler's own v128, which has none. */
export default class extends Transform {
  afterParse({ sources }) {
    const statements = sources.flatMap((source) => source.statements)
    const classOf = (name) =>
      statements.find((statement) => statement.members && statement.name?.text === name)
    classOf('V128').members.push(...classOf('Operators').members)
  }
}
