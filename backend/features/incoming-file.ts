/** A file as it arrives: read once, in chunks. */
export interface IncomingFile {
  fileName: string
  content: AsyncIterable<Uint8Array>
}
