import { Link } from '@tanstack/react-router'
import { readContractPdf } from '../../api/contracts.ts'
import { readContractCertificate } from '../../api/signatures.ts'
import type { ContractDetails } from '../../domain/contract.ts'
import { ContractStatus } from '../agreements/AgreementStatus.tsx'
import { TemplateOrigin } from '../agreement-templates/TemplateOrigin.tsx'
import { addressOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { formatDateTime, formatDateWithYear } from '../kit/dates.ts'
import { Panel } from '../kit/Panel.tsx'
import { SignerList } from '../signing/SignerList.tsx'
import { historyWords, relationLabels, statusSentence, texts } from './words.ts'

const link = 'link font-semibold finger-high'

/** The status and the related records. */
export function ContractStatusPanel({
  contract,
  leadsToFolder,
}: {
  contract: ContractDetails
  leadsToFolder: boolean
}) {
  const { signature, firmSignature, allowed, reason, signers, signBy } = contract
  return (
    <Panel
      className="xl:col-start-2 xl:row-start-1"
      title="Status"
      action={<ContractStatus status={contract.status} needsSignature={contract.allowed.includes('sign')} />}
    >
      <p className="text-body wrap-anywhere text-ink-2">{statusSentence(contract, allowed.includes('sign'))}</p>
      {reason !== null && (
        <blockquote className="mt-3 border-l-2 border-tab pl-3 text-body wrap-anywhere whitespace-pre-wrap text-ink">
          {reason}
        </blockquote>
      )}
      {firmSignature !== null && (
        <p className="mt-2 text-body wrap-anywhere text-ink-2">
          {firmSignature.signerName} signed it for {portalConfig().provider.name} on{' '}
          {formatDateWithYear(firmSignature.signedAt)}.
        </p>
      )}
      <SignerList signers={signers} signBy={signBy} />
      {signature !== null && signature.sealedAt === null && (
        <p className="mt-2 text-body text-ink-2">{texts.beingSealed}</p>
      )}
      <TemplateOrigin choice={contract.template} />
      <Related contract={contract} leadsToFolder={leadsToFolder} />
    </Panel>
  )
}

/** What happened to it, oldest first; nothing if there is no record of it. */
export const ContractHistory = ({ history }: Pick<ContractDetails, 'history'>) =>
  history.length > 0 && (
    <Panel className="no-print xl:col-start-2 xl:row-start-3 xl:mt-5" title="History">
      <ol className="-my-2 divide-y divide-line">
        {history.map((event, index) => (
          <li key={`${event.at} ${index}`} className="py-2 text-body">
            <p className="wrap-anywhere text-ink">{historyWords(event)}</p>
            <p className="tabular text-meta text-ink-3">{formatDateTime(event.at)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )

function Related({ contract, leadsToFolder }: { contract: ContractDetails; leadsToFolder: boolean }) {
  const { id, clientFolderId, clientFolderName, proposalId, previous, renewedBy, signature } = contract
  return (
    <ul className="mt-3 space-y-1 text-body empty:hidden">
      {leadsToFolder && (
        <li>
          <Link to="/client-folders/$id" params={{ id: clientFolderId }} className={link}>
            {clientFolderName}
          </Link>
        </li>
      )}
      {proposalId !== null && (
        <li>
          <Link to="/proposals/$id" params={{ id: proposalId }} className={link}>
            Original proposal
          </Link>
        </li>
      )}
      {previous !== null && (
        <li>
          <Link to="/contracts/$id" params={{ id: previous.id }} className={link}>
            {relationLabels[previous.relation]} {previous.contractNumber}
          </Link>
        </li>
      )}
      {renewedBy !== null && (
        <li>
          <Link to="/contracts/$id" params={{ id: renewedBy.id }} className={link}>
            Renewal {renewedBy.contractNumber}
          </Link>
        </li>
      )}
      {signature !== null && signature.sealedAt !== null && (
        <li>
          <a
            href={addressOf(readContractPdf, { params: { id }, query: { original: '1' } })}
            target="_blank"
            rel="noreferrer"
            className={link}
          >
            Original document
          </a>
        </li>
      )}
      {signature !== null && signature.sealedAt !== null && signature.hasCertificate && (
        <li>
          <a href={addressOf(readContractCertificate, { params: { id } })} download className={link}>
            Signature certificate
          </a>
        </li>
      )}
    </ul>
  )
}
