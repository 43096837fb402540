import { useState } from 'react';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { Button, ButtonAnchor } from '../parts/Button';
import { CopyButton } from '../parts/CopyButton';
import { DialogActions } from '../parts/Dialog';
import { Row } from '../parts/spacing';
import { codesKept } from './secondFactorSlice';
import { codesInFile } from './secondFactorWords';
import { StepText } from './StepText';
import { useAppDispatch } from '../storeHooks';

const Codes = styled.ul`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 4px 12px;
  margin: 16px 0;
  padding: 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r);
  background: var(--subtle);
  font: 450 12px / 20px var(--font-mono);
  font-variant-ligatures: none;
  list-style: none;

  ${below.gutters} {
    grid-template-columns: 1fr;
    justify-items: center;
  }
`;

const FILE = 'tabpoint-recovery-codes.txt';

const addressOf = (codes: readonly string[]) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(codesInFile(codes))}`;

/** The recovery codes, once. "Done" wakes after they were copied or saved, by hand too. */
export function CodesStep({ codes }: { readonly codes: readonly string[] }) {
  const dispatch = useAppDispatch();
  const [isKept, setKept] = useState(false);
  const keep = () => setKept(true);
  return (
    <>
      <StepText>
        Each of them lets you in once when you do not have your app. Keep them somewhere else than on your phone. You
        will not see them again.
      </StepText>
      <Codes aria-label="Recovery codes" onCopy={keep}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <CopyButton text={codes.join('\n')} done="Recovery codes copied" onCopied={keep} />
        <ButtonAnchor icon="download" href={addressOf(codes)} download={FILE} onFollow={keep}>
          Download
        </ButtonAnchor>
      </Row>
      <DialogActions>
        <Button look="primary" disabled={!isKept} onClick={() => dispatch(codesKept())}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
