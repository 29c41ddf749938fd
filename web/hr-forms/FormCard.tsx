import { FilePenLine } from 'lucide-react'
import { readHrFormPdf } from '../../api/hr-forms.ts'
import type { HrFormItem } from '../../domain/hr-form.ts'
import { Button } from '../kit/Button.tsx'
import { addressOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { Card } from '../kit/CardGrid.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { FormDownloads } from './FormDownloads.tsx'

export function FormCard({ form, onFill }: { form: HrFormItem; onFill: (button: HTMLElement) => void }) {
  const { id, title, description, category, isRequired, fillable, isOwn, clientFolderName } = form
  const pdfAddress = (query: { inline?: '1' }) => addressOf(readHrFormPdf, { params: { form: id }, query })
  return (
    <Card
      title={title}
      kicker={
        <>
          <Badge>{category}</Badge>
          {isOwn && <Badge tone="ok">{portalConfig().provider.name}</Badge>}
          {clientFolderName !== null && <Badge>For {clientFolderName}</Badge>}
          {isRequired && <Badge tone="info">Required</Badge>}
        </>
      }
      {...(!fillable && { meta: 'PDF only' })}
      actions={
        <>
          {fillable && (
            <Button size="small" onClick={(event) => onFill(event.currentTarget)}>
              <FilePenLine />
              <span>
                Fill Form<span className="sr-only"> {title}</span>
              </span>
            </Button>
          )}
          <FormDownloads
            quiet={fillable}
            about={title}
            download={pdfAddress({})}
            preview={pdfAddress({ inline: '1' })}
          />
        </>
      }
    >
      <p className="mt-2 text-body wrap-anywhere text-ink-2">{description}</p>
    </Card>
  )
}
