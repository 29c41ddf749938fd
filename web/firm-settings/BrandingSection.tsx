import { shadesOf } from '../../domain/contrast.ts'
import { FirmBranding, type FirmSettingsView } from '../../domain/firm-settings.ts'
import { Button } from '../kit/Button.tsx'
import { TextField } from '../kit/TextField.tsx'
import { LogoPanel } from './LogoPanel.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import { useSectionForm } from './use-section-form.ts'
import { texts } from './words.ts'

const portalColor = '#08546a'

export function BrandingSection({ settings }: { settings: FirmSettingsView }) {
  const form = useSectionForm({
    settings,
    schema: FirmBranding,
    valuesOf: ({ branding }) => ({ accent: branding.accent ?? '' }),
    change: (branding) => ({ branding }),
    success: 'Color saved. Reload open pages to see it.',
  })
  const { register, errorOf, watch, setValue } = form
  const typed = watch('accent') ?? ''
  const checked = FirmBranding.safeParse({ accent: typed })
  const color = checked.success ? (checked.data.accent ?? portalColor) : null
  const chosen = /^#[\da-f]{6}$/i.test(typed) ? typed : portalColor
  const problem = errorOf('accent') ?? (checked.success ? undefined : checked.error.issues[0]?.message)
  return (
    <div className="grid grid-cols-1 gap-6">
      <LogoPanel settings={settings} />
      <SectionPanel
        title="Accent color"
        note={texts.accentColor}
        form={form}
        preview={
          color === null ? (
            <p className="text-body text-ink-2">No preview until the color has enough contrast.</p>
          ) : (
            <Shades color={color} />
          )
        }
      >
        <div className="flex flex-wrap items-start gap-x-3">
          <TextField
            label="Color"
            optional
            placeholder="#08546A"
            maxLength={7}
            className="w-full sm:w-72"
            error={typed === '' ? undefined : problem}
            {...register('accent')}
          />
          <label className="mt-6 inline-flex min-h-9 items-center gap-2 text-body text-ink">
            <span className="sr-only">Choose the color from a palette</span>
            <input
              type="color"
              value={chosen.toLowerCase()}
              onChange={(event) => setValue('accent', event.target.value, { shouldDirty: true, shouldValidate: true })}
              className="h-9 w-14 rounded-md border border-line-strong bg-surface p-1"
            />
          </label>
          {typed !== '' && (
            <Button
              variant="ghost"
              className="mt-6"
              onClick={() => setValue('accent', '', { shouldDirty: true, shouldValidate: true })}
            >
              Use the portal’s color
            </Button>
          )}
        </div>
      </SectionPanel>
    </div>
  )
}

/** As an image, because a page may carry no styles that it did not come with. */
function Shades({ color }: { color: string }) {
  const { light, dark } = shadesOf(color)
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Swatch label="Light" paper="#ffffff" shade={light.color} onShade="#ffffff" />
      <Swatch label="Dark" paper="#1a2a31" shade={dark.color} onShade="#031923" />
    </div>
  )
}

type SwatchProps = { label: string; paper: string; shade: string; onShade: string }

function Swatch({ label, paper, shade, onShade }: SwatchProps) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <svg viewBox="0 0 240 96" role="img" aria-label={`A button and a link on ${label.toLowerCase()} pages`}>
        <rect width="240" height="96" fill={paper} />
        <rect x="20" y="30" width="104" height="36" rx="7" fill={shade} />
        <text x="72" y="53" textAnchor="middle" fontSize="14" fontWeight="600" fill={onShade}>
          Open invoice
        </text>
        <text x="144" y="53" fontSize="14" textDecoration="underline" fill={shade}>
          View terms
        </text>
      </svg>
      <figcaption className="border-t border-line bg-surface px-3 py-1.5 text-meta text-ink-3">{label}</figcaption>
    </figure>
  )
}
