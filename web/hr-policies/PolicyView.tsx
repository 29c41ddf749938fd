import { useEffect } from 'react'
import type { HrPolicyVersionView, HrPolicyView } from '../../domain/hr-policy-version.ts'
import { policyCategoryLabels } from '../../domain/hr-policy.ts'
import { listPolicyAcknowledgements } from '../../api/hr-policies.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { AcknowledgedBy } from './AcknowledgedBy.tsx'
import { AcknowledgeAtEnd, AcknowledgeStrip } from './AcknowledgeStrip.tsx'
import { Contents } from './Contents.tsx'
import { EarlierVersionStrip } from './EarlierVersionStrip.tsx'
import { PolicyDownloads } from './PolicyDownloads.tsx'
import { PolicyActions } from './PolicyActions.tsx'
import { PolicyFacts } from './PolicyFacts.tsx'
import { useEmployer } from './employer.ts'
import { PolicyTabs } from './PolicyTabs.tsx'
import { PolicyText } from './PolicyText.tsx'
import { Sources } from './Sources.tsx'
import { Versions } from './Versions.tsx'

type PolicyViewProps = {
  policy: HrPolicyView
  /** An earlier version, or null for the current one. */
  version: HrPolicyVersionView | null
}

/** A policy with everything about it: text, contents, sources, versions, and who has acknowledged it. */
export function PolicyView({ policy, version }: PolicyViewProps) {
  const { slug } = policy
  const { title, description, category, sections, sources } = version ?? policy
  const isRequired = version?.required ?? policy.isRequired
  const { search } = useEmployer()
  const seesClients = useMay(listPolicyAcknowledgements)
  useScrollToPlace()
  return (
    <article>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'HR policies', to: '/hr-policies' }]}
        title={title}
        backToDashboard={false}
        badge={
          <>
            <Badge>{policyCategoryLabels[category]}</Badge>
            {isRequired && <Badge tone="info">Required</Badge>}
            {!policy.isActive && <Badge>Retired</Badge>}
          </>
        }
        description={description}
        actions={
          <>
            <PolicyDownloads slug={slug} title={title} {...(version === null ? {} : { version: version.number })} />
            <PolicyActions policy={policy} />
          </>
        }
      />
      <PolicyTabs slug={slug} value="guide" search={search}>
        {version === null ? (
          <AcknowledgeStrip policy={policy} />
        ) : (
          <EarlierVersionStrip policy={policy} version={version} />
        )}
        <PolicyFacts policy={policy} version={version} />
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[260px_minmax(0,1fr)] xl:gap-10">
          <Contents sections={sections} />
          <div className="min-w-0">
            <PolicyText sections={sections} />
            {version === null && <AcknowledgeAtEnd policy={policy} />}
            <div className="mt-12 max-w-[68ch] space-y-10">
              <Sources sources={sources} />
              <Versions policy={policy} shown={version?.number ?? policy.currentVersion} />
              {seesClients && <AcknowledgedBy policy={policy} />}
            </div>
          </div>
        </div>
      </PolicyTabs>
    </article>
  )
}

/** The text comes after the page: anyone who followed a link to a place in it is brought there when it is here. */
function useScrollToPlace() {
  useEffect(() => {
    const place = document.getElementById(idInHash())
    if (place === null) return
    place.scrollIntoView()
    place.focus({ preventScroll: true })
  }, [])
}

/** The id that the address points to; one that is badly encoded points nowhere. */
function idInHash(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
