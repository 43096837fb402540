import styled from 'styled-components';
import { FieldError } from '../parts/Field';
import { BreakingMono, Hint } from '../parts/text';
import { selectLineUnderInput } from './createFlowSelectors';
import { useAppSelector } from '../storeHooks';

const Place = styled.div`
  &:empty {
    display: none;
  }
`;

/** A sentence whose URL is set in the type of URLs. */
function Example({ text }: { readonly text: string }) {
  const start = text.indexOf('https://');
  return (
    <Hint>
      {text.slice(0, start)}
      <BreakingMono>{text.slice(start)}</BreakingMono>
    </Hint>
  );
}

function Line() {
  const { kind, text } = useAppSelector(selectLineUnderInput);
  switch (kind) {
    case 'example':
      return <Example text={text} />;
    case 'error':
      return <FieldError>{text}</FieldError>;
    case 'progress':
      return <Hint>{text}</Hint>;
    case 'none':
      return null;
  }
}

/** The line under the input; screen readers hear every change of it. */
export const LineUnderInput = ({ id }: { readonly id: string }) => (
  <Place id={id} role="status">
    <Line />
  </Place>
);
