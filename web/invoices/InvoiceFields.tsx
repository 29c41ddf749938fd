import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { linesOfContract } from '../../domain/invoice-lines.ts'
import { taxLabel, type TaxTerms } from '../../domain/sales-tax.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import type { InvoiceView } from '../../domain/invoice.ts'
import { agreementChain } from '../agreements/queries.ts'
import { folderById } from '../client-folders/queries.ts'
import { contractById } from '../contracts/queries.ts'
import { Button } from '../kit/Button.tsx'
import { useBillingDefaults } from '../firm-settings/queries.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { Money } from '../kit/Money.tsx'
import { NotFilledIn } from '../kit/NotFilledIn.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'
import { ContractPicker } from './ContractPicker.tsx'
import { type InvoiceFormValues, type LineFormValues, lineFormValues, formTotals } from './invoice-form.ts'
import { InvoiceLines } from './InvoiceLines.tsx'
import { texts } from './words.ts'

type InvoiceFieldsProps<Sent> = {
  form: PortalForm<InvoiceFormValues, Sent>
  /** A new invoice: an old one stays in its folder. */
  choosesFolder?: boolean
  /** The edited draft, whose amount is billed already. */
  before?: Pick<InvoiceView, 'contractId' | 'subtotal'>
}

export function InvoiceFields<Sent>({ form, choosesFolder = false, before }: InvoiceFieldsProps<Sent>) {
  const { control, errorOf, register, setValue } = form
  const clientFolderId = useWatch({ control, name: 'clientFolderId' })
  const contractId = useWatch({ control, name: 'contractId' }) ?? ''
  const { fill, offered, hasFailed } = useContractLines(form)
  const { tax } = useTaxOf(clientFolderId)
  const isByLine = tax.mode === 'by-line' && !tax.isExempt
  const chooseContract = (id: string) => {
    setValue('contractId', id, { shouldDirty: true })
    void fill(id)
  }
  return (
    <div className="space-y-5">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {choosesFolder && (
          <FolderPicker
            label="Client folder"
            value={clientFolderId}
            error={errorOf('clientFolderId')}
            onChoose={(folder) => {
              if (folder === null || folder.id === clientFolderId) return
              setValue('clientFolderId', folder.id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
              // Contracts are those of a folder.
              chooseContract('')
            }}
          />
        )}
        <ContractPicker
          folderId={clientFolderId}
          value={contractId}
          error={errorOf('contractId')}
          onChoose={chooseContract}
        />
        <DateField label="Due date" error={errorOf('dueDate')} {...register('dueDate')} />
        <TextField
          label="Description"
          optional
          maxLength={10_000}
          error={errorOf('description')}
          {...register('description')}
        />
      </div>
      {hasFailed && <NotFilledIn what="Couldn’t load the contract’s lines." onRetry={() => void fill(contractId)} />}
      <InvoiceLines form={form} empty={texts.lines} taxed={isByLine ? 'Charge sales tax' : null}>
        {offered !== null && <Button onClick={offered.take}>Replace with the lines of {offered.contractNumber}</Button>}
      </InvoiceLines>
      <Sums form={form} />
      <OverContract form={form} before={before} />
    </div>
  )
}

interface Offer {
  contractNumber: string
  take: () => void
}

/** The services of a contract become the lines, unless someone has typed lines of their own: then they are offered. */
function useContractLines<Sent>({ getValues, setValue }: PortalForm<InvoiceFormValues, Sent>) {
  const client = useQueryClient()
  const [filled, setFilled] = useState(() => JSON.stringify(getValues('contractId') ? getValues('lineItems') : []))
  const [offered, setOffered] = useState<Offer | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  async function fill(contractId: string) {
    setOffered(null)
    setHasFailed(false)
    const isOwn = () => JSON.stringify(getValues('lineItems')) !== filled
    const put = (lines: LineFormValues[]) => {
      setValue('lineItems', lines, { shouldDirty: true })
      setFilled(JSON.stringify(lines))
      setOffered(null)
    }
    if (contractId === '') return isOwn() ? undefined : put([])
    const contract = await client.fetchQuery(contractById(contractId)).catch(() => null)
    if (getValues('contractId') !== contractId) return
    if (contract === null) return setHasFailed(true)
    const lines = lineFormValues(linesOfContract(contract))
    if (isOwn()) setOffered({ contractNumber: contract.contractNumber, take: () => put(lines) })
    else put(lines)
  }
  return { fill, offered, hasFailed }
}

/** Subtotal, tax, and total, as they follow from the lines. */
function Sums<Sent>({ form: { control } }: Pick<InvoiceFieldsProps<Sent>, 'form'>) {
  const lines = useWatch({ control, name: 'lineItems' })
  const { tax: terms } = useTaxOf(useWatch({ control, name: 'clientFolderId' }))
  const { subtotal, tax, total } = formTotals(lines, terms)
  const label = taxLabel(terms)
  if (lines.length === 0) return null
  return (
    <dl aria-label="Totals" className="ml-auto grid w-full grid-cols-[1fr_auto] text-body sm:max-w-72">
      <Sum label="Subtotal" cents={subtotal} />
      {label !== null && <Sum label={label} cents={tax} />}
      <Sum label="Total" cents={total} isTotal />
    </dl>
  )
}

/** Warns if the invoice is more than the unbilled amount of its contract, which is allowed, for example for additional hours. */
function OverContract<Sent>({ form: { control }, before }: Pick<InvoiceFieldsProps<Sent>, 'form' | 'before'>) {
  const contractId = useWatch({ control, name: 'contractId' }) ?? ''
  const lines = useWatch({ control, name: 'lineItems' })
  const { tax } = useTaxOf(useWatch({ control, name: 'clientFolderId' }))
  const { data: chain } = useQuery({ ...agreementChain({ contractId }), enabled: contractId !== '' })
  if (chain?.contract == null || chain.remaining === null) return null
  const own = before?.contractId === contractId ? before.subtotal : 0
  const over = formTotals(lines, tax).subtotal - chain.remaining - own
  if (over <= 0) return null
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-body text-ink">
      {texts.overContract(over, chain.contract.number)}
    </p>
  )
}

function Sum({ label, cents, isTotal = false }: { label: string; cents: number; isTotal?: boolean }) {
  const look = isTotal ? 'mt-0.5 border-t border-line pt-1.5 text-panel text-ink' : 'py-0.5 text-ink-2'
  return (
    <>
      <dt className={look}>{label}</dt>
      <dd className={`${look} text-right`}>
        <Money cents={cents} />
      </dd>
    </>
  )
}

/** How the client of a folder is taxed, and the days until they pay; until the client is known, as most clients. */
export function useTaxOf(folderId: string): { tax: TaxTerms; dueDays: number } {
  const folder = useQuery({ ...folderById(folderId), enabled: folderId !== '' }).data
  const { salesTax, dueDays, publicBodyDueDays } = useBillingDefaults()
  return {
    tax: { ...salesTax, isExempt: folder?.taxExempt ?? false },
    dueDays: folder?.sector === 'public-school' ? publicBodyDueDays : dueDays,
  }
}
