import styled from 'styled-components';
import { Switch } from '../parts/Switch';
import { Small } from '../parts/text';
import { selectSingleKeysOn } from '../shortcuts/shortcutsSelectors';
import { singleKeysSwitched } from '../shortcuts/shortcutsSlice';
import { Section } from './Section';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 24px;
`;

/** Single keys as shortcuts, for those who speak to their computer or press keys by accident. */
export function KeyboardSection() {
  const dispatch = useAppDispatch();
  const on = useAppSelector(selectSingleKeysOn);
  return (
    <Section id="single-keys" title="Single-key shortcuts" about="Press ? anywhere for the list. Kept in this browser.">
      <Line>
        <Switch
          checked={on}
          labelledBy="single-keys"
          describedBy="single-keys-about"
          onChange={(wanted) => dispatch(singleKeysSwitched(wanted))}
        />
        <Small>{on ? 'On' : 'Off'}</Small>
      </Line>
    </Section>
  );
}
