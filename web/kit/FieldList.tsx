type FieldListProps = {
  /** Each field with what it is filled in with. */
  fields: Record<string, string>
  help: string
  /** Called with the field in its written form: `{{client}}`. */
  onInsert: (field: string) => void
}

/** The fields that a text may contain. */
export const FieldList = ({ fields, help, onInsert }: FieldListProps) => (
  <section aria-label="Fields">
    <h3 className="text-panel text-ink">Fields</h3>
    <p className="mt-1 text-meta text-ink-3">{help}</p>
    <ul className="mt-2 flex flex-wrap gap-x-5 border-y border-line sm:grid sm:grid-cols-2 sm:gap-x-6">
      {Object.entries(fields).map(([name, description]) => (
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
