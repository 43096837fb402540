import styled from 'styled-components';
import { CopyIconButton } from '../parts/CopyIconButton';
import { CodeBox, CodeHead, CodeText } from '../snippets/codeLook';
import { languageNames } from '../snippets/snippetRequest';
import { type Block, type CodePiece, codeText } from './article';
import { useOwnText } from './endpointContext';
import { Pieces } from './Pieces';

const Label = styled.span`
  flex: 1;
  padding: 0 9px;
  color: var(--ink-2);
  font-size: var(--text-sm);
  line-height: 20px;
`;

/** What stands above code that has no label of its own, by the language as guides name it. */
const names: Readonly<Record<string, string>> = {
  sh: languageNames.curl,
  js: languageNames.javascript,
  python: languageNames.python,
};

/** Code of a guide: an answer, a file, or lines to be put somewhere. */
export function CodeCard({ code: { label, language, pieces } }: { readonly code: Extract<Block, { kind: 'code' }> }) {
  const own = useOwnText();
  const shown = pieces.map((piece): CodePiece => (typeof piece === 'string' ? own(piece) : [own(piece[0]), piece[1]]));
  const name = label ?? names[language] ?? 'Code';
  return (
    <CodeBox as="div">
      <CodeHead>
        <Label>{name}</Label>
        <CopyIconButton text={codeText(shown)} label="Copy code" done="Code copied" />
      </CodeHead>
      <CodeText role="group" tabIndex={0} aria-label={name}>
        <Pieces pieces={shown} />
      </CodeText>
    </CodeBox>
  );
}
