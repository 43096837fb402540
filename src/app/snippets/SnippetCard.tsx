import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { CopyIconButton } from '../ui/forms/CopyButton';
import { scrollCue, useScrollCue } from '../ui/layout/scrollCue';
import { CodeBox, CodeHead, CodeText, piecesOf } from './codeLook';
import { snippetFor } from './snippetFor';
import { languageNames, type SnippetLanguage, snippetLanguages, type SnippetRequest } from './snippetRequest';
import { languageChosen, selectSnippetLanguage } from './snippetsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Languages = styled.div`
  ${scrollCue}
  display: flex;
  flex: 1;
  gap: 2px;
  overflow-x: auto;
  min-width: 0;
  padding: 6px 0;
  scrollbar-width: none;
`;

const Language = styled.button`
  flex: none;
  height: 28px;
  padding: 0 9px;
  border-radius: 6px;
  color: var(--ink-2);
  font-size: var(--text-sm);

  &:hover {
    background: var(--subtle);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[aria-selected='true'] {
    color: var(--ink);
    background: var(--sunken);
    font-weight: var(--weight-semibold);
  }
`;

const last = snippetLanguages.length - 1;

/** Where an arrow leads from a language. */
const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at === last ? 0 : at + 1),
  ArrowLeft: (at) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: () => last,
};

function LanguageTabs({ id, chosen }: { readonly id: string; readonly chosen: SnippetLanguage }) {
  const dispatch = useAppDispatch();
  const list = useRef<HTMLDivElement>(null);
  useScrollCue(list, snippetLanguages);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(snippetLanguages.indexOf(chosen));
    const language = next === undefined ? undefined : snippetLanguages[next];
    if (next === undefined || language === undefined) return;
    event.preventDefault();
    dispatch(languageChosen(language));
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Languages ref={list} role="tablist" aria-label="Language" onKeyDown={onKeyDown}>
      {snippetLanguages.map((language) => (
        <Language
          key={language}
          id={`${id}-${language}`}
          type="button"
          role="tab"
          aria-selected={language === chosen}
          aria-controls={`${id}-code`}
          tabIndex={language === chosen ? 0 : -1}
          onClick={() => dispatch(languageChosen(language))}
        >
          {languageNames[language]}
        </Language>
      ))}
    </Languages>
  );
}

interface SnippetCardProps {
  readonly request: SnippetRequest;
  /** Stands in the place of the key where others may look; what is copied has the key itself. */
  readonly shownKey?: string;
  /** One of many on its page, and so no landmark of it. */
  readonly inText?: boolean;
}

/** A call as code in the language that was last chosen, with the other languages and a way to copy. */
export function SnippetCard({ request, shownKey, inText = false }: SnippetCardProps) {
  const id = useId();
  const language = useAppSelector(selectSnippetLanguage);
  const code = useMemo(() => snippetFor(language, request), [language, request]);
  const shown = useMemo(
    () => (shownKey === undefined ? code : snippetFor(language, { ...request, key: shownKey })),
    [code, language, request, shownKey],
  );
  return (
    <CodeBox role={inText ? 'group' : undefined} aria-label="Code">
      <CodeHead>
        <LanguageTabs id={id} chosen={language} />
        <CopyIconButton text={code} label="Copy code" done="Code copied" />
      </CodeHead>
      <CodeText id={`${id}-code`} role="tabpanel" tabIndex={0} aria-labelledby={`${id}-${language}`}>
        {piecesOf(language, shown).map(({ kind, text }, at) =>
          kind === 'plain' ? (
            text
          ) : (
            <span key={at} data-kind={kind}>
              {text}
            </span>
          ),
        )}
      </CodeText>
    </CodeBox>
  );
}
