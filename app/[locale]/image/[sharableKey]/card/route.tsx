import { CARD_SIZE, PreviewCard } from '#components/public-image/preview-card.tsx'
import { readImage } from '#components/public-image/read-image.ts'
import { readMediaOrigins } from '#lib/env.ts'
import { routing } from '#lib/i18n/routing.ts'
import { jpegPreview } from '#lib/seo/jpeg-preview.ts'
import { hasLocale } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ImageResponse } from 'next/og'

interface Context {
  params: Promise<{ locale: string; sharableKey: string }>
}

const PICTURE_TIMEOUT_MS = 10_000
/** What the drawing library's own font has; for other letters it would ask a third party's server. */
const DRAWABLE = /^[\u0020-\u017f\u2013\u2014\u2018-\u201d]*$/
/** As long as anybody may keep the answer it is drawn from. */
const HEADERS = { 'cache-control': 'public, max-age=60', 'x-robots-tag': 'noindex' }

/** The preview card of a published headshot, for services that fetch previews of posted pages. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { locale, sharableKey } = await params
  if (!hasLocale(routing.locales, locale)) return new Response(null, { status: 404 })
  const image = await readImage(sharableKey)
  const picture = image && (await pictureOf(image.imageUrl))
  if (!image || picture === undefined) return new Response(null, { status: 404 })
  const t = await getTranslations({ locale, namespace: 'publicImage' })
  const styles = await getTranslations({ locale, namespace: 'styles' })
  const name = image.name !== null && DRAWABLE.test(image.name) ? image.name : undefined
  const drawn = new ImageResponse(
    <PreviewCard
      picture={picture}
      aspectRatio={image.width / image.height}
      title={name ?? t('title')}
      style={t('eyebrow', { style: styles(`${image.styleId}.name`) })}
      disclosure={t('disclosureShort')}
    />,
    { ...CARD_SIZE, headers: HEADERS },
  )
  return jpegPreview(drawn)
}

/** The picture itself, from where the site's pictures come and from nowhere else. */
async function pictureOf(url: string): Promise<string | undefined> {
  if (!readMediaOrigins().includes(new URL(url).origin)) return undefined
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PICTURE_TIMEOUT_MS) })
  if (!response.ok) return undefined
  return `data:image/jpeg;base64,${Buffer.from(await response.arrayBuffer()).toString('base64')}`
}
