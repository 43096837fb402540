import { useId, useMemo, useRef } from 'react';
import styled from 'styled-components';
import { tabKeys } from '../ui/forms/tabKeys';
import { CopyIconButton } from '../ui/forms/CopyButton';
import { scrollCue, useScrollCue } from '../ui/layout/scrollCue';
import { CodeBox, CodeHead, CodeText, CodeTokens, tokenize } from './codeStyles';
import { snippetFor } from './snippetFor';
import { languageNames, type SnippetLanguage, snippetLanguages, type SnippetRequest } from './snippetRequest';
import { languageChosen, selectSnippetLanguage } from './snippetsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { insetFocus } from '../ui/layout/spacing';

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
  ${insetFocus}
  &[aria-selected='true'] {
    color: var(--ink);
    background: var(--sunken);
    font-weight: var(--weight-semibold);
  }
`;

function LanguageTabs({ id, chosen }: { readonly id: string; readonly chosen: SnippetLanguage }) {
  const dispatch = useAppDispatch();
  const list = useRef<HTMLDivElement>(null);
  useScrollCue(list, snippetLanguages);
  const choose = (language: SnippetLanguage) => dispatch(languageChosen(language));
  return (
    <Languages ref={list} role="tablist" aria-label="Language" onKeyDown={tabKeys(snippetLanguages, chosen, choose)}>
      {snippetLanguages.map((language) => (
        <Language
          key={language}
          id={`${id}-${language}`}
          type="button"
          role="tab"
          aria-selected={language === chosen}
          aria-controls={`${id}-code`}
          tabIndex={language === chosen ? 0 : -1}
          onClick={() => choose(language)}
        >
          {languageNames[language]}
        </Language>
      ))}
    </Languages>
  );
}

interface SnippetCardProps {
  readonly request: SnippetRequest;
  /** Shown instead of the key; the copied code contains the key. */
  readonly shownKey?: string;
  /** Whether it is one of many on its page, and so no landmark. */
  readonly inText?: boolean;
}

/** A call as code in the chosen language, with tabs for the other languages and a copy button. */
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
        <CopyIconButton text={code} label="Copy code" announcement="Code copied" />
      </CodeHead>
      <CodeText id={`${id}-code`} role="tabpanel" tabIndex={0} aria-labelledby={`${id}-${language}`}>
        <CodeTokens of={tokenize(language, shown)} />
      </CodeText>
    </CodeBox>
  );
}
