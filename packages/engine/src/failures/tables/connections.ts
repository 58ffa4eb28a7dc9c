import { words } from "../text.ts";

/** Why a server cannot be reached. `detail` is the code that developers look for. */
export const CONNECTIONS = {
  "host-not-found": words(
    "{host} was not found: check the address ({detail}).",
    "{host} não foi encontrado: confira o endereço ({detail}).",
  ),
  "host-not-looked-up": words(
    "{host} could not be looked up just now ({detail}).",
    "Não foi possível procurar {host} agora ({detail}).",
  ),
  "host-refuses": words(
    "{host} refused the connection: its service may be off, or the address names a wrong port ({detail}).",
    "{host} recusou a conexão: o serviço pode estar desligado, ou o endereço indica uma porta errada ({detail}).",
  ),
  "host-breaks-off": words(
    "{host} broke off the connection before it answered ({detail}).",
    "{host} interrompeu a conexão antes de responder ({detail}).",
  ),
  "host-silent": words("{host} did not answer in time ({detail}).", "{host} não respondeu a tempo ({detail})."),
  "host-unreachable": words(
    "No way leads from this server to {host} ({detail}).",
    "Este servidor não tem caminho até {host} ({detail}).",
  ),
  "certificate-untrusted": words(
    "{host} shows a certificate that no known authority vouches for, so nothing is sent to it ({detail}).",
    "{host} apresenta um certificado que nenhuma autoridade conhecida garante, por isso nada é enviado ({detail}).",
  ),
  "certificate-outdated": words(
    "The certificate of {host} is not valid today, so nothing is sent to it ({detail}).",
    "O certificado de {host} não vale hoje, por isso nada é enviado ({detail}).",
  ),
  "certificate-of-another": words(
    "{host} shows the certificate of another name, so nothing is sent to it ({detail}).",
    "{host} apresenta o certificado de outro nome, por isso nada é enviado ({detail}).",
  ),
  "not-encrypted": words(
    "No encrypted connection to {host} came about: it may not offer one at this port ({detail}).",
    "Não houve conexão criptografada com {host}: talvez essa porta não a ofereça ({detail}).",
  ),
  "answer-garbled": words(
    "{host} answered what cannot be understood: check address and port ({detail}).",
    "{host} respondeu algo que não dá para entender: confira o endereço e a porta ({detail}).",
  ),
  "answer-too-large": words("{host} answered too much ({detail}).", "{host} respondeu demais ({detail})."),
  "connection-failed": words("The connection to {host} failed ({detail}).", "A conexão com {host} falhou ({detail})."),
} as const;
