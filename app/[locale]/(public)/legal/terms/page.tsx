import { LegalPage, legalMetadata } from '#components/legal/legal-page.tsx'

export const dynamicParams = false

export const generateMetadata = () => legalMetadata('terms')

export default function TermsPage() {
  return <LegalPage name="terms" />
}
