import { fileURLToPath } from 'node:url'
import protobuf from 'protobufjs'

/** `TensorProto.DataType` of ONNX. */
export const DATA_TYPES = { FLOAT: 1, INT64: 7, FLOAT16: 10 } as const
/** `AttributeProto.AttributeType` of a whole number, a text and several whole numbers. */
export const ATTRIBUTE_TYPES = { INT: 2, STRING: 3, INTS: 7 } as const

const schema = protobuf.loadSync(fileURLToPath(new URL('onnx.proto', import.meta.url)))
/** A message of `onnx.proto`. */
export const messageType = (name: string): protobuf.Type => schema.lookupType(name)
