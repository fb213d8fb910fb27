import { useTranslations } from 'next-intl'
import { buttonClassName, type ButtonSize } from '#components/ui/button.tsx'

/** Where an address can be handed to without a share sheet. */
export type ShareTarget = 'linkedIn' | 'whatsApp'

const ADDRESS: Readonly<Record<ShareTarget, (url: string, text: string) => string>> = {
  linkedIn: (url) =>
    `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url }).toString()}`,
  // It reads a plus as a plus, not as a space.
  whatsApp: (url, text) => `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`,
}

interface Props {
  url: string
  /** What a message says before the address. */
  text: string
  targets: readonly ShareTarget[]
  size: ButtonSize
  onOpen?: (target: ShareTarget) => void
}

/** Links that open an address in LinkedIn or WhatsApp, ready to be sent. Nothing of theirs is loaded before. */
export function ShareButtons({ url, text, targets, size, onOpen }: Props) {
  const t = useTranslations('sharing.panel')
  return targets.map((target) => (
    <a
      key={target}
      href={ADDRESS[target](url, text)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => onOpen?.(target)}
      className={buttonClassName({ size, variant: 'secondary' })}
    >
      {t(target)}
      <span className="sr-only">{t('newTab')}</span>
    </a>
  ))
}
