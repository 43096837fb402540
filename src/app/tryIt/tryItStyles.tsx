import styled from 'styled-components';
import { below } from '../ui/layout/spacing';
import { fieldLook, Select, preventInputZoom } from '../ui/forms/fieldStyles';

/** A field with its label at the left. */
export const FieldRow = styled.div`
  display: grid;
  grid-template-columns: 76px minmax(0, 1fr);
  align-items: start;
  gap: 4px 12px;
  font-size: var(--text-sm);

  & > label,
  & > span:first-child {
    color: var(--ink-2);
    line-height: var(--control-sm);
  }
  & > p {
    grid-column: 2;
  }
`;

/** Several fields on one line. */
export const FieldLine = styled.div`
  display: flex;
  gap: 8px;
  min-width: 0;

  ${below.lists} {
    flex-wrap: wrap;
  }
`;

export const SmallInput = styled.input<{ $width?: number }>`
  ${fieldLook}
  width: ${({ $width }) => ($width === undefined ? '100%' : `${$width}px`)};
  max-width: 100%;
  height: var(--control-sm);
  padding: 0 8px;
  border-radius: var(--r-sm);
  font-size: var(--text-sm);

  &::placeholder {
    color: var(--ink-3);
    opacity: 1;
  }
  ${preventInputZoom}
`;

export const KeyInput = styled(SmallInput)`
  font-family: var(--font-mono);
  font-size: 12px;
  ${preventInputZoom}
`;

/** The explanation below the field of the key. */
export const KeyNote = styled.div`
  grid-column: 2;
  color: var(--ink-3);
  line-height: 20px;
`;

export const SmallSelect = styled(Select)<{ $width: number }>`
  flex: 0 1 ${({ $width }) => $width}px;

  ${below.lists} {
    flex-grow: 1;
  }
  height: var(--control-sm);
  border-radius: var(--r-sm);
  text-overflow: ellipsis;
  ${preventInputZoom}
`;

export const BodyInput = styled.textarea`
  ${fieldLook}
  height: auto;
  min-height: 120px;
  max-height: 320px;
  padding: 8px;
  border-radius: var(--r-sm);
  color: var(--ink);
  font: 450 12px/20px var(--font-mono);
  resize: vertical;
  field-sizing: content;
  ${preventInputZoom}
`;

/** The request line, between the fields and the response. */
export const RequestLine = styled.p`
  padding: 10px 16px;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
  background: var(--surface);
  font: 450 12px/20px var(--font-mono);
  letter-spacing: -0.01em;

  & > em {
    color: var(--accent-text);
    font-style: normal;
    font-weight: 600;
  }
`;
