import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import type { Block, PolicySection, Run } from '../../domain/hr-policy.ts'
import { classes } from '../kit/classes.ts'

interface PolicyTextProps {
  sections: readonly PolicySection[]
  /** False on a page with several policies, whose sections have the same headings. */
  areLandmarks?: boolean
  /** The name of the link to a section, where the page around the policy is in another language. */
  linkLabel?: (heading: string) => string
}

/** The sections of a policy, each with a place of its own that one can link to. */
export function PolicyText({ sections, areLandmarks = true, linkLabel = linkTo }: PolicyTextProps) {
  return (
    <div className="max-w-[68ch] text-lead text-ink">
      {sections.map((section) => (
        <section
          key={section.anchor}
          aria-labelledby={areLandmarks ? section.anchor : undefined}
          className="first:[&>h2]:mt-0"
        >
          <SectionHeading section={section} linkLabel={linkLabel(section.heading)} />
          {section.blocks.map((block, index) => (
            <PolicyBlock key={index} block={block} />
          ))}
        </section>
      ))}
    </div>
  )
}

const linkTo = (heading: string) => `Link to “${heading}”`

function SectionHeading({
  section: { anchor, level, heading },
  linkLabel,
}: {
  section: PolicySection
  linkLabel: string
}) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Heading
      id={anchor}
      tabIndex={-1}
      className={classes(
        'group scroll-mt-6 rounded-sm text-balance text-ink outline-none target:bg-warn-soft focus:bg-warn-soft',
        level === 2 ? 'mt-10 mb-3 font-display text-subtitle' : 'mt-6 mb-1.5 text-panel',
      )}
    >
      {heading}
      <a
        href={`#${anchor}`}
        aria-label={linkLabel}
        className="no-print ml-1.5 inline-grid size-6 place-items-center rounded-sm align-middle text-ink-3 opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 coarse:-my-2.5 coarse:size-11 coarse:opacity-60"
      >
        <Link2 />
      </a>
    </Heading>
  )
}

function PolicyBlock({ block }: { block: Block }) {
  if (block.kind === 'paragraph')
    return (
      <p className="mb-3 wrap-anywhere">
        <Line runs={block.runs} />
      </p>
    )
  if (block.kind === 'table') return <PolicyTable block={block} />
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List
      className={classes(
        'mb-3 space-y-1.5 pl-6 wrap-anywhere marker:text-ink-3',
        block.ordered ? 'list-decimal' : 'list-disc',
      )}
    >
      {block.items.map((runs, index) => (
        <li key={index}>
          <Line runs={runs} />
        </li>
      ))}
    </List>
  )
}

function PolicyTable({ block: { head, rows } }: { block: Extract<Block, { kind: 'table' }> }) {
  return (
    // The keyboard scrolls it where it is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label="Table" className="mb-3 overflow-x-auto">
      <table className="w-full text-body">
        <thead>
          <tr className="border-b border-line text-left text-meta text-ink-3">
            {head.map((runs, index) => (
              <th key={index} scope="col" className="py-2 pr-4 font-medium">
                <Line runs={runs} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map((runs, at) => (
                <td key={at} className="py-2 pr-4 align-top">
                  <Line runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => <Piece key={index} run={run} />)
}

function Piece({ run: { text, strong, emphasis, url } }: { run: Run }) {
  // A section sign stays with its number.
  const words = text.replaceAll('§ ', '§\u00a0')
  const set = strong === true ? <strong>{words}</strong> : emphasis === true ? <em>{words}</em> : words
  if (url === undefined) return set
  const look = 'link coarse:min-h-0'
  if (url.startsWith('/')) {
    const [to, hash] = url.split('#')
    return (
      <Link to={to} {...(hash === undefined ? {} : { hash })} className={look}>
        {set}
      </Link>
    )
  }
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={look}>
      {set}
    </a>
  )
}
