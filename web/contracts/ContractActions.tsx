import { Ban, ChevronDown, CircleCheck, OctagonX, Pencil, ReceiptText, Users } from 'lucide-react'
import { useState } from 'react'
import { readContractPdf } from '../../api/contracts.ts'
import type { ContractDetails, ContractAction } from '../../domain/contract.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { ContractInvoiceDialog } from '../invoices/ContractInvoiceDialog.tsx'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { Menu, MenuItem } from '../kit/Menu.tsx'
import { ContractSignersDialog } from '../signing/ChangeSignersDialog.tsx'
import { DelegateDialog } from '../signing/DelegateDialog.tsx'
import { useSignersLink } from '../signing/signers-link.ts'
import { CompleteContract } from './CompleteContract.tsx'
import { EditContractDialog } from './EditContractDialog.tsx'
import { ReasonDialog, type ReasonedAction } from './ReasonDialog.tsx'
import { RelatedContractDialog } from './RelatedContractDialog.tsx'
import { SignLink } from './SignLink.tsx'

type Dialog =
  | 'edit'
  | 'complete'
  | 'create-invoice'
  | 'change-signers'
  | 'delegate'
  | 'amend'
  | 'renew'
  | ReasonedAction

type ContractActionsProps = {
  contract: ContractDetails
  /** On phones the page has its own bar with the way to sign. */
  hasSignBar?: boolean
}

/** What the reader may do with the contract. */
export function ContractActions({ contract, hasSignBar = false }: ContractActionsProps) {
  const [open, setOpen] = useState<Dialog | null>(null)
  const signersLink = useSignersLink()
  const { id, contractNumber } = contract
  const may = (move: ContractAction) => contract.allowed.includes(move)
  const close = () => {
    setOpen(null)
    signersLink.close()
  }
  return (
    <>
      <DownloadLink
        address={addressOf(readContractPdf, { params: { id }, query: { download: '1' } })}
        name={`${contractNumber}.pdf`}
      />
      {may('edit') && (
        <Button onClick={() => setOpen('edit')}>
          <Pencil />
          Edit
        </Button>
      )}
      {may('change-signers') && (
        <Button onClick={() => setOpen('change-signers')}>
          <Users />
          Change signers
        </Button>
      )}
      {may('cancel') && (
        <Button onClick={() => setOpen('cancel')}>
          <Ban />
          Cancel contract
        </Button>
      )}
      {may('terminate') && (
        <Button onClick={() => setOpen('terminate')}>
          <OctagonX />
          Terminate
        </Button>
      )}
      {may('complete') && (
        <Button onClick={() => setOpen('complete')}>
          <CircleCheck />
          Complete
        </Button>
      )}
      {(may('renew') || may('amend')) && (
        <Menu
          trigger={
            <Button>
              More
              <ChevronDown />
            </Button>
          }
          label="More about this contract"
        >
          {may('renew') && <MenuItem onSelect={() => setOpen('renew')}>Renew contract</MenuItem>}
          {may('amend') && <MenuItem onSelect={() => setOpen('amend')}>Amend contract</MenuItem>}
        </Menu>
      )}
      {may('create-invoice') && (
        <Button variant="primary" onClick={() => setOpen('create-invoice')}>
          <ReceiptText />
          Create invoice
        </Button>
      )}
      {may('delegate') && <Button onClick={() => setOpen('delegate')}>Delegate signature</Button>}
      {may('decline') && <Button onClick={() => setOpen('decline')}>Decline</Button>}
      {may('sign') && <SignLink id={id} className={hasSignBar ? 'max-lg:hidden' : undefined} />}
      {open === 'edit' && <EditContractDialog contract={contract} onClose={close} />}
      {open === 'complete' && <CompleteContract contract={contract} onClose={close} />}
      {(open === 'renew' || open === 'amend') && (
        <RelatedContractDialog
          contract={contract}
          relation={open === 'renew' ? 'renewal' : 'amendment'}
          onClose={close}
        />
      )}
      {open === 'create-invoice' && <ContractInvoiceDialog contract={contract} onClose={close} />}
      {(open === 'change-signers' || (signersLink.isOpen && may('change-signers'))) && (
        <ContractSignersDialog contract={contract} onClose={close} />
      )}
      {open === 'delegate' && <DelegateDialog noun="contracts" item={contract} onClose={close} />}
      {(open === 'cancel' || open === 'terminate' || open === 'decline') && (
        <ReasonDialog contract={contract} move={open} onClose={close} />
      )}
    </>
  )
}
