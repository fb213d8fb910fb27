import { LegalPage, legalMetadata } from '#components/legal/legal-page.tsx'

export const dynamicParams = false

export const generateMetadata = () => legalMetadata('privacy')

export default function PrivacyPolicyPage() {
  return <LegalPage name="privacy" />
}
