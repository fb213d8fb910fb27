import { policyOfPage } from '#lib/content-policy/page-policy.ts'
import { withLateScripts } from './scripts.ts'
import { withOwnStyles } from './styles.ts'

/**
 * A page as it is answered: painted by the styles in it, made alive afterwards, running no inline script but its own.
 * @param html as Next made it
 * @param distDir Next's folder of the build
 */
export async function finished(
  html: string,
  distDir: string,
): Promise<{ html: string; headers: Record<string, string> }> {
  const page = withLateScripts(await withOwnStyles(html, distDir))
  return { html: page, headers: { 'content-security-policy': policyOfPage(page) } }
}
