import { useEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { DialogText } from '../parts/Dialog';

const Text = styled(DialogText)`
  &:focus {
    outline: none;
  }
`;

/** What stands at the beginning of a step; it takes the focus, so that the step is read from here. */
export function StepText({ children }: { readonly children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Text ref={ref} tabIndex={-1}>
      {children}
    </Text>
  );
}
