import { root } from '#scripts/start/root.ts'
import { end } from '../api/processes.ts'
import { met, type Measurement } from '../measurement.ts'
import { answerOf } from './answer.ts'
import { buildBareSite, buildSite, prerendered, startBareSite, startSite } from './built-sites.ts'
import { compareThroughput } from './throughput.ts'

const BAR = 0.9
/** How much the two pages may differ in size for the comparison to be one. */
const SIZE_TOLERANCE = 0.05

/** The home page from the site's process, against a page of its size that Next alone serves. */
export async function measureProcess(): Promise<Measurement[]> {
  buildSite()
  const home = prerendered(root, 'en')
  const bareFolder = buildBareSite('bare-site-of-size', wordsOf(home))
  const [site, bare] = [await startSite(), await startBareSite(bareFolder)]
  try {
    const [sitePage, barePage] = [`${site.url}/en`, `${bare.url}/`]
    const [ofSite, ofBare] = [await answerOf(sitePage), await answerOf(barePage)]
    const difference = ofBare.body.length / ofSite.body.length - 1
    if (Math.abs(difference) > SIZE_TOLERANCE)
      throw new Error(`the bare page has ${ofBare.body.length} bytes, the home page ${ofSite.body.length}`)
    const [fromSite, fromBare] = await compareThroughput([
      { url: sitePage, pid: site.pid },
      { url: barePage, pid: bare.pid },
    ])
    const share = fromSite.perSecond / fromBare.perSecond
    const kb = (bytes: number) => `${(bytes / 1024).toFixed(0)} kB`
    return [
      {
        what: `home page from the site's process, ${kb(ofSite.body.length)} not compressed`,
        figure: `${fromSite.perSecond.toFixed(0)} requests/s`,
        bar: '',
      },
      {
        what: `a bare prerendered page of ${kb(ofBare.body.length)} from Next alone`,
        figure: `${fromBare.perSecond.toFixed(0)} requests/s`,
        bar: '',
      },
      {
        what: 'site over bare page',
        figure: `${share.toFixed(2)} x`,
        bar: met(share >= BAR, `>= ${BAR} x`),
      },
      {
        what: 'the same by processor time',
        figure: `${(fromSite.perProcessorSecond / fromBare.perProcessorSecond).toFixed(2)} x`,
        bar: '',
      },
    ]
  } finally {
    await Promise.all([end(site), end(bare)])
  }
}

/** Bytes of a bare Next page besides its text. */
const FRAME_BYTES = 5_500

/**
 * The part of the page's own text that fills a bare page of the same size: Next writes it twice, as markup and as
 * data. Non-ASCII characters stay, because a text with one is written more slowly.
 */
function wordsOf(html: string): string {
  const plain = html.replaceAll(/[<>&"'\\\s]/g, ' ')
  return plain.slice(0, Math.max(0, Math.round((Buffer.byteLength(html) - FRAME_BYTES) / 2)))
}
