import { templateFields, type TemplateKind } from '../../domain/template-fields.ts'
import { texts } from './words.ts'

type FieldListProps = {
  kind: TemplateKind
  /** Called with the field in its written form: `{{client}}`. */
  onInsert: (field: string) => void
}

/** The fields that a template of this kind may contain. */
export const FieldList = ({ kind, onInsert }: FieldListProps) => (
  <section aria-label="Fields">
    <h3 className="text-panel text-ink">Fields</h3>
    <p className="mt-1 text-meta text-ink-3">{texts.fields}</p>
    <ul className="mt-2 flex flex-wrap gap-x-5 border-y border-line sm:grid sm:grid-cols-2 sm:gap-x-6">
      {Object.entries(templateFields[kind]).map(([name, description]) => (
        <li key={name} className="sm:py-1.5">
          <button
            type="button"
            onClick={() => onInsert(`{{${name}}}`)}
            className="link min-h-6 text-left text-body font-semibold coarse:min-h-11"
          >
            {`{{${name}}}`}
          </button>
          <span className="block text-meta text-ink-3 max-sm:sr-only">{description}</span>
        </li>
      ))}
    </ul>
  </section>
)
