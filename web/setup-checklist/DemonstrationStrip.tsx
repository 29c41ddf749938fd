import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { texts } from './words.ts'

/** A demonstration that is still empty points to the test data. */
export const DemonstrationStrip = () => (
  <aside
    aria-label="This is a demonstration"
    className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-info-soft px-4 py-3 sm:px-5"
  >
    <p className="text-body text-info">{texts.demonstration}</p>
    <Link to="/test-data" className={buttonStyle('secondary')}>
      <FlaskConical />
      Test data
    </Link>
  </aside>
)
