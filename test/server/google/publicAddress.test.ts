import { isPublicAddress } from '../../../src/server/google/googleAddresses';

it.each([
  '142.251.39.97',
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '2a00:1450:400e:80f::2001',
  '2607:f8b0::1',
])('%s is of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ['this machine', '127.0.0.1'],
  ['this machine, in another notation', '127.255.255.254'],
  ['any address', '0.0.0.0'],
  ['a private network', '10.1.2.3'],
  ['a private network', '172.16.0.1'],
  ['a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['the metadata service of clouds', '169.254.169.254'],
  ['a carrier network', '100.64.0.1'],
  ['a test network', '192.0.2.1'],
  ['a benchmark', '198.18.0.1'],
  ['many at once', '224.0.0.1'],
  ['everybody', '255.255.255.255'],
  ['this machine', '::1'],
  ['any address', '::'],
  ['this machine as version 6', '::ffff:127.0.0.1'],
  ['this machine as version 6, in hexadecimal', '::ffff:7f00:1'],
  ['a private network through a translator', '64:ff9b::a00:1'],
  ['a private network through 6to4', '2002:0a00:0001::'],
  ['a private network through Teredo', '2001:0:0a00:1::'],
  ['a unique local address', 'fd12:3456:789a::1'],
  ['a link-local address', 'fe80::1'],
  ['a link-local address with its interface', 'fe80::1%eth0'],
  ['a public address with an interface', '2a00:1450:400e:80f::2001%eth0'],
  ['many at once', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['no address', 'docs.google.com'],
  ['no address', '2130706433'],
  ['no address', '0x7f.1'],
  ['nothing', ''],
])('%s is not: %s', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});
