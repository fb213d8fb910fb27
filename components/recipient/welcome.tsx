'use client'

import { useTranslations } from 'next-intl'
import type { SharedPerson } from '#contract/sharing.ts'
import { CallErrorNotice } from '#components/product/call-error-notice.tsx'
import { Picture } from '#components/product/picture.tsx'
import { SubmitButton } from '#components/product/submit-button.tsx'
import { useContractForm } from '#components/product/use-contract-form.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { browserClient } from '#lib/session/browser-session.ts'
import { visitStorage } from './visit-storage.ts'
import { NameField, OptionalName, useNameSentence } from './name-field.tsx'
import { meansBroken } from './open-visit.ts'

/** Pictures of the welcome; the rest is seen while voting. */
const PREVIEW_COUNT = 12

interface Props {
  shareId: string
  person: SharedPerson
  linkToken: string
  onStart: (recipientToken: string, name: string | null) => void
  onBroken: () => void
}

/** The person's name, the question, and an optional field for the recipient's name. */
export function Welcome({ shareId, person, linkToken, onStart, onBroken }: Props) {
  const t = useTranslations('recipient')
  const { name, headshots } = person
  if (headshots.length < 2) {
    return <PageHeading title={t('empty.title')} lead={t('empty.body')} />
  }
  return (
    <>
      <PageHeading
        title={name === null ? t('welcome.titleNameless') : t('welcome.title', { name })}
        lead={t('welcome.lead')}
      />
      <ul aria-label={t('pictures')} className="mt-6 grid grid-cols-6 gap-1 sm:gap-2 lg:grid-cols-12">
        {headshots.slice(0, PREVIEW_COUNT).map(({ userImageKey, thumbnailUrl }, index) => (
          <li key={userImageKey} className="aspect-4/5 overflow-hidden rounded-sm bg-wash">
            <Picture
              id={userImageKey}
              url={thumbnailUrl}
              alt={t('picture', { index: index + 1 })}
              isPriority
              className="size-full object-cover"
            />
          </li>
        ))}
      </ul>
      <StartForm shareId={shareId} linkToken={linkToken} shown={name} onStart={onStart} onBroken={onBroken} />
    </>
  )
}

interface FormProps extends Pick<Props, 'shareId' | 'linkToken' | 'onStart' | 'onBroken'> {
  /** The name under which the pictures are shown. */
  shown: string | null
}

function StartForm({ shareId, linkToken, shown, onStart, onBroken }: FormProps) {
  const t = useTranslations('recipient.welcome')
  const { props, field, errorOf, isBusy, failure } = useContractForm({
    schema: OptionalName,
    sentence: useNameSentence(),
    onSend: async ({ name }) => {
      try {
        const token = await register(shareId, linkToken)
        if (name !== null) await browserClient().call('setRecipientName', { query: { token, name } })
        visitStorage(shareId).write({ recipientToken: token })
        onStart(token, name)
      } catch (error) {
        if (!meansBroken(error)) throw error
        onBroken()
      }
    },
  })

  return (
    <form {...props} className="mt-8 max-w-lg">
      <NameField hint={t('nameHint')} binding={field('name')} error={errorOf('name')} />
      {failure !== undefined && <CallErrorNotice error={failure} className="mt-4" />}
      <p className="mt-5">
        <SubmitButton busy={isBusy} block>
          {t('start')}
        </SubmitButton>
      </p>
      <p className="mt-4 text-sm text-ink-soft">
        {shown === null ? t('kept') : t('keptNamed', { name: shown })}
      </p>
    </form>
  )
}

/** Every attempt registers the same recipient. */
async function register(shareId: string, linkToken: string): Promise<string> {
  const kept = visitStorage(shareId)
  const idempotencyKey = kept.read().creationKey ?? crypto.randomUUID()
  kept.write({ creationKey: idempotencyKey })
  const query = { share_id: shareId, token: linkToken }
  const { token } = await browserClient().call('registerRecipient', { query }, { idempotencyKey })
  return token
}
