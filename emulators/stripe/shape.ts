/** A parameter's type. `emptyable`: an empty string deletes the value. */
export type Shape = (
  | { is: 'string' }
  | { is: 'integer' }
  | { is: 'decimal' }
  | { is: 'boolean' }
  | { is: 'one of'; values: string[] }
  | { is: 'list'; of: Shape }
  | { is: 'map'; of: Shape }
  | { is: 'object'; members: Record<string, Shape>; required?: string[] }
  | { is: 'any of'; shapes: Shape[] }
) & { emptyable?: boolean }
