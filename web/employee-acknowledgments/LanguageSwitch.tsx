import { type Language, languageNames, languages } from '../../domain/language.ts'
import { Button } from '../kit/Button.tsx'
import { useTexts } from '../kit/translations.tsx'
import type { PageText } from './english-words.ts'

/** Each language by its own name. */
export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const { t, language } = useTexts<PageText>()
  return (
    <fieldset aria-label={t('language')} className="no-print flex justify-end gap-1 pb-4">
      {languages.toReversed().map((each) => (
        <Button
          key={each}
          lang={each}
          size="small"
          variant={each === language ? 'secondary' : 'ghost'}
          aria-pressed={each === language}
          onClick={() => onChoose(each)}
        >
          {languageNames[each]}
        </Button>
      ))}
    </fieldset>
  )
}
