import { portalConfig } from '../kit/config.ts'

/** How to reach the firm, for visitors. */
export function FirmContact({ className }: { className?: string }) {
  const { phone, phoneLink, email } = portalConfig().provider
  const link = 'link font-semibold'
  return (
    <p className={className}>
      Questions? Call{' '}
      <a href={`tel:${phoneLink}`} className={`${link} whitespace-nowrap`}>
        {phone}
      </a>{' '}
      or email{' '}
      <a href={`mailto:${email}`} className={`${link} wrap-anywhere`}>
        {email}
      </a>
      .
    </p>
  )
}
