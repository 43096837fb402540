import { Link, useLocation } from 'react-router';
import styled from 'styled-components';
import { SectionTitle } from '../parts/text';
import type { Heading } from './article';

const Title = styled(SectionTitle)`
  letter-spacing: -0.018em;

  & > a {
    display: inline-block;
    min-width: 24px;
    margin-left: 4px;
    color: var(--ink-3);
    font-weight: var(--weight-regular);
    text-align: center;
    opacity: 0;
  }
  &:hover > a,
  & > a:focus-visible {
    opacity: 1;
  }
  & > a:hover {
    color: var(--accent-text);
  }
  @media (hover: none) {
    & > a {
      opacity: 1;
    }
  }
`;

/** A heading with a link to itself. */
export function GuideHeading({ heading: { id, level, text } }: { readonly heading: Heading }) {
  const { pathname } = useLocation();
  return (
    <Title as={level === 2 ? 'h2' : 'h3'} id={id} tabIndex={-1}>
      {text}
      <Link to={`${pathname}#${id}`} aria-label={`Link to “${text}”`}>
        #
      </Link>
    </Title>
  );
}
