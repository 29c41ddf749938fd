import { ownFolders } from '../client-folders/queries.ts'
import { assistantOffer, conversationsFound } from './queries.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { listQueue } from '../../api/hr-assistant.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { AskPanel } from './AskPanel.tsx'
import { CheckedAnswers } from './CheckedAnswers.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { texts } from './words.ts'

const tabs = [
  { value: 'ask', label: 'Ask' },
  { value: 'queue', label: 'Questions for the team' },
  { value: 'checked', label: 'Reviewed answers' },
]

export const load = ({ client, user }: PageLoad) =>
  prefetch(client, [assistantOffer, conversationsFound(''), ...(user.role === 'client' ? [ownFolders] : [])])

/** Questions about HR in Virginia, answered from the library; for the team also the unanswered ones. */
export default function HrAssistantPage() {
  const [tab, setTab] = useUrlState('tab', 'ask')
  const isTeam = useMay(listQueue)
  const shown = tabs.some(({ value }) => value === tab) ? tab : 'ask'
  return (
    <>
      <PageHeader home={useHome()} backToDashboard title="HR Assistant" description={texts.page} />
      {isTeam ? (
        <Tabs label="HR assistant" tabs={tabs} value={shown} onChange={setTab}>
          <OpenTabPanel value={shown}>
            {shown === 'ask' && <AskPanel />}
            {shown === 'queue' && <QueuePanel />}
            {shown === 'checked' && <CheckedAnswers />}
          </OpenTabPanel>
        </Tabs>
      ) : (
        <AskPanel />
      )}
    </>
  )
}
