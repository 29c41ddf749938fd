import { FirmContracts, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

export function ContractsSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmContracts,
    valuesOf: ({ contracts }) => contracts,
    change: (contracts) => ({ contracts }),
    success: 'Contract settings saved',
  })
  return (
    <SectionPanel title="Contracts" note="Applies to contracts that are created or edited from now on." form={form}>
      <CheckboxField
        label="The firm signs contracts when sending them"
        help={texts.firmSigns}
        {...form.register('firmSigns')}
      />
    </SectionPanel>
  )
}
