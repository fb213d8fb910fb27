const MARK = /DigitalSourceType(?:\s*=\s*"|[^>]*>\s*(?:<[^>]*rdf:resource=")?)\s*([^<"\s]+)/

/**
 * The image's own statement of how it was made: the last part of IPTC's `DigitalSourceType` in its XMP packet, as in
 * `trainedAlgorithmicMedia`; undefined without one. XMP lies uncompressed in JPEG, PNG and WebP files.
 * @see https://iptc.org/std/photometadata/specification/IPTC-PhotoMetadata
 */
export function iptcMark(bytes: Uint8Array): string | undefined {
  // One character for each byte: offsets in a file are no text.
  const text = new TextDecoder('latin1').decode(bytes)
  const start = text.indexOf('<x:xmpmeta')
  if (start < 0) return undefined
  const end = text.indexOf('</x:xmpmeta>', start)
  const value = MARK.exec(text.slice(start, end < 0 ? undefined : end))?.[1]
  return value?.split('/').at(-1)
}
