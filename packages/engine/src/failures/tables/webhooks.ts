import { words } from "../text.ts";

/** What webhooks meet. */
export const WEBHOOKS = {
  "webhook-without-secret": words(
    "This automation has no signing secret. Save it again to get one.",
    "Esta automação não tem segredo de assinatura. Publique-a de novo para obter um.",
  ),
  "webhook-header-gone": words(
    "A hidden header of this webhook has no value any more. Write it again.",
    "Um cabeçalho oculto deste webhook não tem mais valor. Escreva-o de novo.",
  ),
  "webhook-body-too-large": words("The body is larger than {kilobytes} KB.", "O corpo passa de {kilobytes} KB."),
  "webhook-unsendable": words(
    "The request cannot be made as it is written: “{words}” ({detail}).",
    "A requisição não pode ser feita como está escrita: “{words}” ({detail}).",
  ),
  "address-private": words(
    "The address is not called: {host} is on this server's own network. Use a public address, or ask your administrator to allow calls within this network.",
    "O endereço não é chamado: {host} está na rede deste servidor. Use um endereço público, ou peça a quem administra o servidor que permita chamadas dentro dessa rede.",
  ),
  "address-redirects": words(
    "The address answered {status}: it sends callers elsewhere, which is not followed.",
    "O endereço respondeu {status}: manda quem chama para outro lugar, o que não é seguido.",
  ),
  "address-denies": words(
    "The address did not accept the credentials of this webhook ({status}).",
    "O endereço não aceitou as credenciais deste webhook ({status}).",
  ),
  "address-empty": words(
    "There is nothing at this address: check it ({status}).",
    "Não há nada neste endereço: confira-o ({status}).",
  ),
  "address-busy": words(
    "The address cannot take more requests for now ({status}).",
    "O endereço não aceita mais requisições por enquanto ({status}).",
  ),
  "address-fails": words(
    "The server at this address has a problem of its own ({status}).",
    "O servidor neste endereço está com um problema próprio ({status}).",
  ),
  "address-refuses": words(
    "The address did not take the request ({status}).",
    "O endereço não aceitou a requisição ({status}).",
  ),
  "its-words": words("It says: “{words}”.", "Ele diz: “{words}”."),
} as const;
