import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readProposalPdf } from '../../api/proposals.ts'
import { ChainStrip } from '../agreements/ChainStrip.tsx'
import { agreementChain } from '../agreements/queries.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { addressOf } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { useViewedFolder } from '../kit/viewed-folder.ts'
import { OpenPdf } from '../kit/OpenPdf.tsx'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { useAgreementCrumbs } from '../session/agreement-crumbs.ts'
import { useHome } from '../session/names.ts'
import { AnswerBar } from './AnswerBar.tsx'
import { ProposalActions } from './ProposalActions.tsx'
import { ProposalDocument } from './ProposalDocument.tsx'
import { useOptionChoice } from './option-choice.ts'
import { proposalById } from './queries.ts'
import { StatusPanel, Versions } from './StatusPanel.tsx'

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  Promise.all([client.ensureQueryData(proposalById(id)), prefetch(client, [agreementChain({ proposalId: id })])])

/** A proposal as a document, with the actions that the user may take. */
export default function ProposalPage() {
  const { id } = useParams({ from: '/proposals/$id' })
  const { data: proposal } = useSuspenseQuery(proposalById(id))
  useViewedFolder(proposal.clientFolderId)
  const leadsToFolder = useSeesFolders()
  const choice = useOptionChoice(proposal)
  const mayAnswer = proposal.allowed.includes('approve')
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[...useAgreementCrumbs(), { label: 'Proposals', to: '/proposals' }]}
        title={proposal.title}
        backToDashboard={false}
        actions={
          <>
            <OpenPdf address={addressOf(readProposalPdf, { params: { id } })} />
            <ProposalActions proposal={proposal} />
          </>
        }
      />
      <ChainStrip of={{ proposalId: id }} />
      <div
        className={classes(
          'grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px] lg:grid-rows-[auto_1fr] lg:gap-x-6',
          // Padding, so that the fixed bar hides nothing.
          mayAnswer && 'max-lg:pb-16',
        )}
      >
        <StatusPanel proposal={proposal} leadsToFolder={leadsToFolder} className="no-print lg:col-start-2">
          <AnswerBar proposal={proposal} choice={choice} />
        </StatusPanel>
        <ProposalDocument proposal={proposal} choice={choice} className="lg:col-start-1 lg:row-span-2 lg:row-start-1" />
        {proposal.versions.length > 1 && <Versions proposal={proposal} className="no-print lg:col-start-2" />}
      </div>
    </>
  )
}
