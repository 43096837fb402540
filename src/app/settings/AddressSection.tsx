import { useState } from 'react';
import styled from 'styled-components';
import { endpointPath } from '../../contract/paths';
import type { Project } from '../../contract/projects';
import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import { Split, SplitHeading } from '../parts/Split';
import { InlineCode, Small } from '../parts/text';
import type { RootState } from '../rootReducer';
import { selectMoving } from './settingsSelectors';
import { newAddressAsked } from './settingsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
`;

const Address = styled.span`
  color: var(--ink-3);
  font: 450 13px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
  user-select: all;

  & > span {
    color: var(--ink);
  }
`;

interface NewAddressDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Asks before the address changes. Once pressed it stays as long as that takes: a toast tells how it went. */
function NewAddressDialog({ projectId, onClose }: NewAddressDialogProps) {
  const dispatch = useAppDispatch();
  const working = useAppSelector((state: RootState) => selectMoving(state, projectId));
  const [pressed, setPressed] = useState(false);
  if (pressed && !working) return null;
  const make = () => {
    dispatch(newAddressAsked({ projectId }));
    setPressed(true);
  };
  return (
    <Dialog title="Make a new address?" working={working} onClose={onClose}>
      <DialogText>
        <InlineCode>{endpointPath(projectId)}</InlineCode> stops at once, in every page and app that calls it. The keys
        stay.
      </DialogText>
      <DialogActions>
        <Button onClick={onClose}>Keep address</Button>
        <Button look="danger" loading={working} onClick={make}>
          Make new address
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The project's part of its endpoints' URLs: not to be edited, only to be made anew. */
export function AddressSection({ project }: { readonly project: Project }) {
  const [asking, setAsking] = useState(false);
  const before = project.url.slice(0, project.url.length - project.id.length);
  return (
    <Split>
      <div>
        <SplitHeading>Address</SplitHeading>
        <Small>Part of every endpoint URL. A new address stops the old one at once, in everything that calls it.</Small>
      </div>
      <Line>
        <Address>
          {before}
          <wbr />
          <span>{project.id}</span>
        </Address>
        <Button icon="refresh" onClick={() => setAsking(true)}>
          New address
        </Button>
      </Line>
      {asking && <NewAddressDialog projectId={project.id} onClose={() => setAsking(false)} />}
    </Split>
  );
}
