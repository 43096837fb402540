import styled from 'styled-components';

/** The background of a meter; the bar in it is an `i`. */
export const Track = styled.div`
  height: 8px;
  overflow: hidden;
  border-radius: var(--r-full);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);

  & > i {
    display: block;
    height: 100%;
    border-radius: inherit;
    background: var(--chart-1);
    transition: width var(--t) var(--ease);
  }
`;

interface MeterProps {
  /** Accessible name. */
  readonly label: string;
  /** From 0 to 100. */
  readonly percent: number;
}

/** A bar of a percentage. */
export const Meter = ({ label, percent }: MeterProps) => (
  <Track role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
    <i style={{ width: `${percent}%` }} />
  </Track>
);
