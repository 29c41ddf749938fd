import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { ProposalView } from '../../domain/proposal.ts'
import { proposalFieldValues } from '../../domain/template-values.ts'
import { useFilledTerms } from '../agreement-templates/filled-terms.ts'
import { CalendarDate } from '../../domain/text.ts'
import { folderById } from '../client-folders/queries.ts'
import { useNow } from '../kit/now.ts'
import { useUser } from '../session/use-auth.ts'
import { formTotal, printedLines, type ProposalForm, type ProposalFormValues } from './form-values.ts'
import { ProposalDocument } from './ProposalDocument.tsx'

type ProposalPreviewProps = {
  form: ProposalForm
  /** The one that is edited. */
  proposal?: ProposalView
}

/** A live preview of the proposal as it will be printed. */
export function ProposalPreview({ form, proposal }: ProposalPreviewProps) {
  const { firstName, lastName } = useUser()
  const now = useNow()
  const values = useDeferredValue(
    useWatch({ control: form.control, compute: (all: ProposalFormValues) => structuredClone(all) }),
  )
  const folder = useQuery({ ...folderById(values.clientFolderId), enabled: values.clientFolderId !== '' }).data
  const folderName = folder?.name ?? proposal?.clientFolderName ?? '…'
  const content = {
    title: values.title.trim() || '…',
    services: printedLines(values.services),
    chosenOptionIds: null,
    totalCost: formTotal(values),
    validUntil: CalendarDate.safeParse(values.validUntil).success ? values.validUntil : null,
  }
  const facts = { ...content, folderName, clientName: folder?.clientName ?? null }
  const terms = useFilledTerms(values.template, proposalFieldValues(facts))
  return (
    <ProposalDocument
      className=""
      showsTitle
      proposal={{
        ...content,
        terms,
        description: values.description,
        timeline: (values.timeline ?? []).map((entry) => ({
          ...entry,
          description: entry.description?.trim() || null,
        })),
        revision: proposal?.revision ?? 1,
        clientFolderName: folderName,
        createdByName: proposal?.createdByName ?? `${firstName} ${lastName}`,
        sentAt: null,
        createdAt: proposal?.createdAt ?? now.toISOString(),
      }}
    />
  )
}
