import { InlineCode, TextLink, linkText } from '../parts/text';
import styled from 'styled-components';
import type { Inline } from './article';

const OutsideLink = styled.a`
  ${linkText}
`;

const Code = styled(InlineCode)`
  white-space: break-spaces;
`;

function Part({ part }: { readonly part: Exclude<Inline, string> }) {
  switch (part.kind) {
    case 'code':
      return <Code>{part.text}</Code>;
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'em':
      return <em>{part.text}</em>;
    case 'link':
      return part.to.startsWith('/') ? (
        <TextLink to={part.to}>{part.text}</TextLink>
      ) : (
        <OutsideLink href={part.to} target="_blank" rel="noopener">
          {part.text}
        </OutsideLink>
      );
  }
}

/** Sentences with their codes, emphasis and links. */
export const InlineText = ({ inline }: { readonly inline: readonly Inline[] }) =>
  inline.map((part, at) => (typeof part === 'string' ? part : <Part key={at} part={part} />));
