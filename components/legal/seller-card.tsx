import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import type { ImprintSeller } from '#lib/env.ts'
import type { LegalTexts } from '#lib/legal/texts.ts'

interface Props {
  seller: ImprintSeller
  copy: LegalTexts['imprint']
}

/** The seller and their contact; a notice where the operator has configured none. */
export function SellerCard({ seller, copy }: Props) {
  if (seller.name === null || seller.addressLines.length === 0) {
    return (
      <Notice live={false} className="mb-10">
        {copy.missing}
      </Notice>
    )
  }
  const { name, addressLines, email, phone, register, taxId, euRepresentative } = seller
  return (
    <div className="mb-10">
      <dl className="border-t border-edge">
        <Row label={copy.provider}>
          <address translate="no" className="not-italic">
            <span className="block font-semibold">{name}</span>
            {addressLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </Row>
        {email !== null && (
          <Row label={copy.email}>
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
          </Row>
        )}
        {phone !== null && (
          <Row label={copy.phone}>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link">
              {phone}
            </a>
          </Row>
        )}
        {register !== null && <Row label={copy.register}>{register}</Row>}
        {taxId !== null && <Row label={copy.vat}>{taxId}</Row>}
        {euRepresentative !== null && <Row label={copy.representative}>{euRepresentative}</Row>}
      </dl>
      <p className="mt-4 text-sm text-ink-soft">{copy.responsible}</p>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-hairline py-4 sm:grid-cols-[12rem_1fr]">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
