import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Small, SmallTitle } from '../display/text';
import { below } from './spacing';

/** A section of a settings page in two columns, with a line between sections. */
const Split = styled.section`
  display: grid;
  grid-template-columns: 260px minmax(0, 1fr);
  gap: 16px 56px;
  padding: 28px 0 32px;

  & + & {
    border-top: 1px solid var(--line);
  }
  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const SplitHeading = styled(SmallTitle).attrs({ as: 'h2' })`
  margin-bottom: 4px;
`;

interface SplitSectionProps {
  readonly title: ReactNode;
  /** Description below the title. */
  readonly about: ReactNode;
  /** Id of the title; the id of the description is `{id}-about`. */
  readonly id?: string;
  readonly sectionId?: string;
  /** Content, as one element; dialogs may follow. */
  readonly children: ReactNode;
}

/** A section of a settings page: title and description at the left, content at the right. */
export const SplitSection = ({ id, sectionId, title, about, children }: SplitSectionProps) => (
  <Split id={sectionId}>
    <div>
      <SplitHeading id={id}>{title}</SplitHeading>
      <Small id={id && `${id}-about`}>{about}</Small>
    </div>
    {children}
  </Split>
);
