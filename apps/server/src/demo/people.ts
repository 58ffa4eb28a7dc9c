import type { Role } from "../platform/security/principal.ts";

/** The demo's story: a company that sells solar systems to homes and businesses. */
export const MEMBERS: readonly { name: string; email: string; role: Role; allow?: string[] }[] = [
  { name: "Marina Albuquerque", email: "marina@aurora.example", role: "owner" },
  { name: "João Pedro Nogueira", email: "joao@aurora.example", role: "admin" },
  { name: "Beatriz Figueiredo", email: "beatriz@aurora.example", role: "member", allow: ["automations.edit"] },
  { name: "Rui Carvalho", email: "rui@aurora.example", role: "member" },
  { name: "Inês Tavares", email: "ines@aurora.example", role: "member" },
  { name: "Caio Menezes", email: "caio@aurora.example", role: "member" },
];

export const COMPANIES: readonly { name: string; domain: string; industry: string }[] = [
  { name: "Padaria Bom Trigo", domain: "bomtrigo.example", industry: "Food" },
  { name: "Clínica Vida Plena", domain: "vidaplena.example", industry: "Health" },
  { name: "Hotel Mirante do Vale", domain: "mirante.example", industry: "Hospitality" },
  { name: "Metalúrgica São Jorge", domain: "saojorge.example", industry: "Manufacturing" },
  { name: "Escola Horizonte", domain: "horizonte.example", industry: "Education" },
  { name: "Supermercado Dois Irmãos", domain: "doisirmaos.example", industry: "Retail" },
];

/** Where contacts live, in turn. */
export const CITIES = ["São Paulo", "Campinas", "Santos", "Sorocaba", "Ribeirão Preto"] as const;

/** First and last name; those with a company speak for it. */
export const CONTACTS: readonly { first: string; last: string; company?: number }[] = [
  { first: "Ana", last: "Souza" },
  { first: "Bruno", last: "Teixeira" },
  { first: "Camila", last: "Rocha" },
  { first: "Daniel", last: "Moreira" },
  { first: "Eduarda", last: "Lima" },
  { first: "Felipe", last: "Cardoso" },
  { first: "Gabriela", last: "Pinto" },
  { first: "Henrique", last: "Barros" },
  { first: "Isabela", last: "Martins" },
  { first: "Jorge", last: "Almeida" },
  { first: "Karina", last: "Duarte" },
  { first: "Lucas", last: "Ferraz" },
  { first: "Mônica", last: "Ribeiro" },
  { first: "Nuno", last: "Lacerda" },
  { first: "Olívia", last: "Campos" },
  { first: "Paulo", last: "Sampaio" },
  { first: "Quitéria", last: "Lopes" },
  { first: "Rafael", last: "Antunes" },
  { first: "Sofia", last: "Guimarães" },
  { first: "Tiago", last: "Bastos", company: 0 },
  { first: "Úrsula", last: "Prado", company: 1 },
  { first: "Vítor", last: "Queiroz", company: 2 },
  { first: "Wagner", last: "Siqueira", company: 3 },
  { first: "Yara", last: "Monteiro", company: 4 },
  { first: "Zeca", last: "Damasceno", company: 5 },
  { first: "Alice", last: "Fontes" },
  { first: "Benjamim", last: "Castro" },
  { first: "Clara", last: "Nunes" },
  { first: "Diego", last: "Vasconcelos", company: 0 },
  { first: "Elisa", last: "Brandão", company: 2 },
  { first: "Fábio", last: "Coutinho", company: 3 },
  { first: "Helena", last: "Macedo", company: 5 },
];
