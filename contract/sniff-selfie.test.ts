import { describe } from 'node:test'
import { expect } from 'expect'
import { testEach } from '#tests/support/each.ts'
import { sniffSelfie } from './sniff-selfie.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('the first bytes decide', () => {
  testEach([
    ['JPEG with JFIF', '\xff\xd8\xff\xe0\x00\x10JFIF\x00', 'image/jpeg'],
    ['JPEG with EXIF', '\xff\xd8\xff\xe1\x12\x34Exif\x00\x00', 'image/jpeg'],
    ['JPEG without an application segment', '\xff\xd8\xff\xdb\x00\x43', 'image/jpeg'],
    ['PNG', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR', 'image/png'],
    ['WebP, lossy', 'RIFF\x24\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['WebP, extended', 'RIFF\x24\x00\x00\x00WEBPVP8X', 'image/webp'],
    ['HEIC of a phone', '\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic', 'image/heic'],
    ['HEIF with an HEVC brand', '\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1heic', 'image/heif'],
  ])('%s', (_name, head, expected) => {
    expect(sniffSelfie(bytes(head))).toBe(expected)
  })

  testEach([
    ['nothing', ''],
    ['text', 'hello, I am a picture'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['XML', '<?xml version="1.0"?><svg/>'],
    ['HTML', '<!doctype html><script>'],
    ['GIF', 'GIF89a\x01\x00'],
    ['BMP', 'BM\x00\x00\x00\x00'],
    ['TIFF', 'II*\x00\x08\x00\x00\x00'],
    ['PDF', '%PDF-1.7'],
    ['ZIP', 'PK\x03\x04'],
    ['AVIF', '\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1avif'],
    ['AVIF announced as HEIF', '\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avif'],
    ['MP4', '\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2'],
    ['a JPEG start with nothing after it', '\xff\xd8\xff'],
    ['a JPEG start followed by text', '\xff\xd8\xff<script>'],
    ['a PNG signature without header', '\x89PNG\r\n\x1a\n<svg/>'],
    ['an RIFF that is sound', 'RIFF\x24\x00\x00\x00WAVEfmt '],
    ['an ftyp box of absurd length', '\xff\xff\xff\xffftypheic\x00\x00\x00\x00mif1heic'],
  ])('%s is no selfie', (_name, head) => {
    expect(sniffSelfie(bytes(head))).toBeUndefined()
  })
})
