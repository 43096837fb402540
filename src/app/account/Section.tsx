import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Split, SplitHeading } from '../parts/Split';
import { Small } from '../parts/text';

/** The fields of a section, one under the other. */
export const SectionForm = styled.form`
  display: grid;
  gap: 14px;
  max-width: 360px;
`;

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What it is about. */
  readonly about: ReactNode;
  readonly id?: string;
}

/** A part of the account page: what it is about at the left, the thing itself at the right. */
export const Section = ({ id, title, about, children }: SectionProps) => (
  <Split>
    <div>
      <SplitHeading id={id}>{title}</SplitHeading>
      <Small id={id && `${id}-about`}>{about}</Small>
    </div>
    <div>{children}</div>
  </Split>
);
