import { readFocalLength, withFocalLength } from './focal-length.ts'

/** A larger side adds nothing to a headshot and costs upload time. */
const MAX_SIDE_PX = 4096
const JPEG_QUALITY = 0.92

/** Width and height as shown; undefined for formats this browser cannot decode, such as HEIC outside Safari. */
async function measure(file: File): Promise<{ width: number; height: number } | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A picture with a side beyond 4096 px as a smaller JPEG with its focal length; any other file unchanged. */
export async function downsize(file: File): Promise<File> {
  const size = await measure(file)
  if (!size || Math.max(size.width, size.height) <= MAX_SIDE_PX) return file
  const scale = MAX_SIDE_PX / Math.max(size.width, size.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(size.width * scale)
  canvas.height = Math.round(size.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return file
  const bitmap = await createImageBitmap(file)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!blob) return file
  const focalLength = readFocalLength(new Uint8Array(await file.arrayBuffer()))
  const content = focalLength === null ? blob : withFocalLength(blob, focalLength)
  return new File([content], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
}
