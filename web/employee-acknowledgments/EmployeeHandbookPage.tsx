import { Trans } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { EmployeeHandbook } from '../../domain/employee-acknowledgment.ts'
import type { PrintablePolicy } from '../../domain/model-policy.ts'
import { PolicyText } from '../hr-policies/PolicyText.tsx'
import { Button } from '../kit/Button.tsx'
import { CallError } from '../kit/call.ts'
import { followFocus } from '../kit/follow-focus.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Translated, translationsFrom, useTexts } from '../kit/translations.tsx'
import { QuietPanel } from '../passwords/QuietPanel.tsx'
import { Acknowledgment, Confirmed } from './Acknowledgment.tsx'
import { english, type PageText } from './english-words.ts'
import { errorText } from './error-texts.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { useLinkLanguage } from './link-language.ts'
import { employeeHandbook } from './queries.ts'
import { spanish } from './spanish-words.ts'

const translations = translationsFrom({ en: english, es: spanish })

/** What an employee reads and confirms with the link from their email; there is no account. */
export default function EmployeeHandbookPage() {
  const { token } = useParams({ from: '/employee-handbook/$token' })
  return <EmployeeHandbookView key={token} token={token} />
}

export function EmployeeHandbookView({ token }: { token: string }) {
  const { data } = useQuery(employeeHandbook(token))
  const [language, choose] = useLinkLanguage(token, data?.language)
  return (
    <Translated texts={translations[language]}>
      <div className={data === undefined ? 'mx-auto max-w-[480px]' : 'mx-auto max-w-[760px]'}>
        <LanguageSwitch onChoose={choose} />
        <Content token={token} />
      </div>
    </Translated>
  )
}

function Content({ token }: { token: string }) {
  const { t } = useTexts<PageText>()
  const { data, error, isPending, refetch } = useQuery(employeeHandbook(token))
  usePageTitle(t('title'))
  const isOldLink = error instanceof CallError && error.code === 'not-found'
  if (data !== undefined && !isOldLink) return <Handbook token={token} handbook={data} />
  if (isPending)
    return (
      <QuietPanel title={t('title')}>
        <SkeletonRows rows={6} label={t('loading')} />
      </QuietPanel>
    )
  function tryAgain({ currentTarget }: MouseEvent) {
    followFocus(currentTarget)
    void refetch()
  }
  return (
    <QuietPanel title={t(isOldLink ? 'oldLinkTitle' : 'failed')}>
      <div role="alert">
        <p className="text-lead text-ink-2">{errorText(t, error)}</p>
        {!isOldLink && (
          <Button className="mt-4" onClick={tryAgain}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </QuietPanel>
  )
}

function Handbook({ token, handbook }: { token: string; handbook: EmployeeHandbook }) {
  const { t, language, formatLongDate } = useTexts<PageText>()
  const { employer, title, version, sentAt, employeeName, policies, acknowledgedAt } = handbook
  return (
    <article>
      <header>
        {!title.startsWith(employer) && (
          <p className="font-display text-subtitle wrap-anywhere text-ink-2">{employer}</p>
        )}
        <h1 lang="en" className="mt-1 font-display text-title-phone wrap-anywhere text-ink sm:text-title">
          {title}
        </h1>
        <p className="mt-1 text-meta wrap-anywhere text-ink-3">
          {t('sent', { version, name: employeeName, date: formatLongDate(sentAt) })}
        </p>
      </header>
      {language !== 'en' && (
        <div className="mt-5 rounded-md bg-info-soft px-4 py-3 text-body text-ink edge-forced">
          <p className="font-semibold">{t('inEnglishTitle')}</p>
          <p className="mt-1 wrap-anywhere">{t('inEnglish', { employer })}</p>
        </div>
      )}
      <div className="no-print mt-5 flex flex-wrap items-center gap-3">
        {acknowledgedAt === null ? (
          <p className="text-lead text-ink-2">
            <Trans id="readFirst" components={[<AcknowledgeLink key="link" />]} />
          </p>
        ) : (
          <Confirmed handbook={handbook} />
        )}
        <Button onClick={() => window.print()}>
          <Printer />
          {t('print')}
        </Button>
      </div>
      <nav aria-label={t('policies', { count: policies.length })} className="no-print mt-6 border-y border-line py-4">
        <ol lang="en" className="list-inside list-decimal space-y-1 text-body text-ink">
          {policies.map((policy, index) => (
            <li key={index}>
              <a href={`#policy-${index}`} className="link finger-high">
                {policy.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div lang="en">
        {policies.map((policy, index) => (
          <Policy key={index} policy={policy} place={`policy-${index}`} />
        ))}
      </div>
      <Acknowledgment token={token} handbook={handbook} />
    </article>
  )
}

const AcknowledgeLink = ({ children }: { children?: ReactNode }) => (
  <a href="#acknowledge" className="link font-semibold">
    {children}
  </a>
)

/** Anchors are unique within a policy only. */
function Policy({ policy: { title, sections }, place }: { policy: PrintablePolicy; place: string }) {
  const { t } = useTexts<PageText>()
  return (
    <section aria-labelledby={place} className="mt-12">
      <h2
        id={place}
        tabIndex={-1}
        className="mb-4 scroll-mt-6 border-b border-line pb-2 font-display text-title-phone wrap-anywhere text-ink outline-none"
      >
        {title}
      </h2>
      <PolicyText
        sections={sections.map((section) => ({ ...section, anchor: `${place}-${section.anchor}` }))}
        areLandmarks={false}
        linkLabel={(heading) => t('linkTo', { heading })}
      />
    </section>
  )
}
